import { Mark } from '#/components/mark.tsx'

const line = 'block h-2 rounded-sm bg-foreground/9'
const bars = ['34%', '52%', '41%', '68%', '57%', '82%', '64%', '93%']

/** An outline of the product, without words; put a picture of yours in its place. */
export function Picture() {
  return (
    <div aria-hidden="true" className="relative mt-14 -mb-px flex w-full max-w-[60rem] flex-1 sm:mt-20">
      <div className="absolute -inset-x-1/3 -top-24 bottom-0 bg-[radial-gradient(closest-side,var(--brand),transparent)] opacity-14 dark:opacity-20" />
      <div className="relative grid flex-1 grid-cols-1 overflow-hidden rounded-t-2xl border border-b-0 border-border bg-card shadow-floating sm:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="grid content-start gap-5 border-r border-border bg-sidebar p-5 max-sm:hidden">
          <Mark className="size-7" />
          {['w-24', 'w-32', 'w-20', 'w-28'].map((width, index) => (
            <span key={width} className="flex items-center gap-3">
              <span className={`size-4 rounded-sm ${index === 0 ? 'bg-brand' : 'bg-foreground/9'}`} />
              <span className={`${line} ${width} ${index === 0 ? 'bg-foreground/35' : ''}`} />
            </span>
          ))}
        </div>
        <div className="grid content-start gap-5 p-5 sm:p-8">
          <span className={`${line} h-4 w-44 bg-foreground/25`} />
          <div className="grid grid-cols-3 gap-3 sm:gap-4">
            {['w-12', 'w-16', 'w-10'].map((width) => (
              <span
                key={width}
                className="grid gap-3 rounded-xl border border-border bg-background p-3 sm:p-4"
              >
                <span className={`${line} ${width}`} />
                <span className={`${line} h-5 w-2/3 bg-foreground/20`} />
              </span>
            ))}
          </div>
          <div className="flex h-32 items-end gap-[3%] rounded-xl border border-border bg-background px-5 pt-5 sm:h-44">
            {bars.map((height, index) => (
              <span
                key={height}
                style={{ height }}
                className={`flex-1 rounded-t-sm ${index === bars.length - 1 ? 'bg-brand' : 'bg-brand/30'}`}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
