/** A dialog's title with a quieter line below. */
export function TwoLineTitle({ title, detail }: { title: string; detail: string }) {
  return (
    <>
      {title}
      <span className="con-sub t2 mut">{detail}</span>
    </>
  );
}
