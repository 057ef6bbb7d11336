/** A QR code as a picture: one path of squares, with the margin that readers need. */
import { encode } from 'uqr';

interface QrPictureProps {
  readonly text: string;
  /** What the picture says to a person who cannot see it. */
  readonly label: string;
}

export function QrPicture({ text, label }: QrPictureProps) {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 4 });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
