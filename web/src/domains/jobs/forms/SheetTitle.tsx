/** The title of a numbered part of a long form. */
export function SheetTitle({ number, children }: { number: number; children: string }) {
  return (
    <>
      <span className="job-no" aria-hidden="true">
        {number}
      </span>
      {children}
    </>
  );
}
