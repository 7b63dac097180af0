import './css/term.css';

/** The shape of a payment term: parts by share, the hollow ones without a payment of their own. */
export function TermGlyph({
  parts,
  wide,
}: {
  parts: readonly { share: number; hollow?: boolean }[];
  wide?: boolean;
}) {
  return (
    <span className={wide ? 'term wide' : 'term'} aria-hidden="true">
      {parts.map((part, index) => (
        <i key={index} className={part.hollow ? 'e' : undefined} style={{ flex: part.share }} />
      ))}
    </span>
  );
}
