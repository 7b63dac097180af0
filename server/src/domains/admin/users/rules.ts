/** "meera.joshi@mail.example" → "me…@mail.example" */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, at))}…${email.slice(at)}`;
}

/** "+919876543210" → "…3210" */
export const maskMobile = (mobile: string): string => `…${mobile.slice(-4)}`;
