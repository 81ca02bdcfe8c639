import { QRCode } from 'antd';

/** Dark on white also in the dark theme, because some cameras read nothing else. */
export default function QrCode({ address }: { readonly address: string }) {
  return (
    <figure className="u-flush u-stack u-gap8">
      <QRCode
        aria-label={`QR code of ${address}`}
        value={address}
        type="svg"
        size={180}
        color="#000000"
        bgColor="#ffffff"
      />
      <figcaption className="u-muted u-fine u-break">{address}</figcaption>
    </figure>
  );
}
