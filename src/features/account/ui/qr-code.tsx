import Code from 'react-qr-code'

/** A text as a picture for cameras: black on white in both themes, as they want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <div className="justify-self-center rounded-xl border border-border bg-white p-4">
      <Code value={text} size={176} role="img" aria-label={label} />
    </div>
  )
}
