// A row of options with one selected: buttons with aria-pressed, links with aria-current, or labels around
// radio buttons.
export const segmentClass = [
  'relative inline-flex h-9 gap-0.5 rounded-lg border border-border bg-muted p-0.5 pointer-coarse:h-11 dark:bg-background',
  'moving-mark [--mark-shadow:0_0_0_1px_var(--border),var(--shadow-small)] [--mark:var(--card)] dark:[--mark:color-mix(in_oklab,var(--accent),var(--foreground)_10%)]',
].join(' ')
export const segmentItemClass = [
  'block min-w-0 flex-auto cursor-pointer content-center truncate rounded-md px-3 text-center text-sm font-medium text-muted-foreground transition-colors duration-[120ms] hover:text-foreground',
  'aria-pressed:bg-(--mark) aria-pressed:text-foreground aria-pressed:shadow-xs aria-pressed:ring-1 aria-pressed:ring-border',
  'aria-[current]:bg-(--mark) aria-[current]:text-foreground aria-[current]:shadow-xs aria-[current]:ring-1 aria-[current]:ring-border',
  'has-checked:bg-(--mark) has-checked:text-foreground has-checked:shadow-xs has-checked:ring-1 has-checked:ring-border',
  'relative',
].join(' ')
