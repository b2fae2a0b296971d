import Code from 'react-qr-code'

/** A text as a picture for cameras: black on white in both themes, as they want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <div className="rounded-xl border border-border bg-white p-2.5">
      <Code value={text} size={128} role="img" aria-label={label} />
    </div>
  )
}
