/** A small tile with the file extension. */
export function FileTile({ name }: { name: string }) {
  const kind = /\.(\w{1,4})$/.exec(name)?.[1] ?? ''
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-lg border border-border bg-muted text-[0.625rem] font-semibold text-muted-foreground uppercase"
    >
      {kind}
    </span>
  )
}
