import qrcode from 'qrcode-generator'

/** A QR code, black on white in both themes, which cameras need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // The smallest version that holds it.
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const at = Array.from({ length: size }, (_, index) => index)
  const squares = at.flatMap((y) => at.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
  return (
    <div className="rounded-xl border border-border bg-white p-2.5">
      <svg className="size-32" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <path d={squares.join('')} shapeRendering="crispEdges" />
      </svg>
    </div>
  )
}
