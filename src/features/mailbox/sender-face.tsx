import { Mark } from '#/components/mark.tsx'
import { cn } from '#/lib/cn.ts'

/** The sender of all mails, as a picture. */
export function SenderFace({ className }: { className: string }) {
  return (
    <span
      className={cn(
        'grid shrink-0 place-items-center rounded-full border border-border bg-background',
        className,
      )}
    >
      <Mark className="size-4.5" />
    </span>
  )
}
