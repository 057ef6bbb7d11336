/** A QR code as a picture: one path of squares, with the margin that readers need. */
import { lazy, Suspense } from 'react';
import type { encode } from 'uqr';

interface QrPictureProps {
  readonly text: string;
  readonly label: string;
}

/** Few screens have a QR code, so the browser loads the encoder only with the first one. */
const LoadedPicture = lazy(async () => {
  const { encode: encoder } = await import('uqr');
  return { default: (props: QrPictureProps) => <Drawing {...props} encoder={encoder} /> };
});

/** The empty square keeps the picture's place: without it, buttons below would move just when a person presses one. */
export function QrPicture(props: QrPictureProps) {
  return (
    <Suspense fallback={<div className="qr" />}>
      <LoadedPicture {...props} />
    </Suspense>
  );
}

function Drawing({ text, label, encoder }: QrPictureProps & { readonly encoder: typeof encode }) {
  const { data: rows, size } = encoder(text, { ecc: 'M', border: 4 });
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
