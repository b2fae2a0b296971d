type MarkProps = {
  className?: string
  /** How many slabs are set, from the lowest; the others are faint. */
  slabs?: number
}

/** The logo: three stacked slabs, the lowest widest. */
export function Mark({ className = 'size-6', slabs = 3 }: MarkProps) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <rect
        x="7.5"
        y="4"
        width="9"
        height="4.4"
        rx="1"
        fill="currentColor"
        fillOpacity={slabs > 2 ? 1 : 0.12}
      />
      <rect
        x="5"
        y="9.8"
        width="14"
        height="4.4"
        rx="1"
        fill="currentColor"
        fillOpacity={slabs > 1 ? 0.75 : 0.12}
      />
      <rect x="2.5" y="15.6" width="19" height="4.4" rx="1" fill="var(--logo)" />
    </svg>
  )
}
