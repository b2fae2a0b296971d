import { Mark } from '#/components/mark.tsx'

/** The heading of an empty chat. */
export function Welcome({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <Mark className="mb-2 size-9" />
      <p className="text-2xl font-semibold tracking-tight text-balance">{title}</p>
      <p className="max-w-md text-muted-foreground">{text}</p>
    </div>
  )
}
