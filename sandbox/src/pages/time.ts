const SHOWN = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
});

export function formatTime(iso: string): string {
  return SHOWN.format(new Date(iso));
}
