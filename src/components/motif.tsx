type MotifProps = { name: 'missing' | 'broken'; className: string }

/** The mark with something wrong: its middle slab is missing, or its uppermost falls off. */
export function Motif({ name, className }: MotifProps) {
  const isMissing = name === 'missing'
  return (
    <svg viewBox="0 0 24 24" className={className} fill="currentColor" aria-hidden="true">
      {isMissing ? (
        <>
          <rect x="7.5" y="4" width="9" height="4.4" rx="1" opacity="0.22" />
          <rect
            x="5.3"
            y="10.1"
            width="13.4"
            height="3.8"
            rx="1"
            fill="none"
            stroke="currentColor"
            strokeWidth="0.6"
            strokeDasharray="1.2 1"
          />
        </>
      ) : (
        <>
          <rect x="11.2" y="2.1" width="9" height="4.4" rx="1" transform="rotate(24 15.7 4.3)" />
          <rect x="5" y="9.8" width="14" height="4.4" rx="1" opacity="0.75" />
        </>
      )}
      <rect x="2.5" y="15.6" width="19" height="4.4" rx="1" fill="var(--logo)" />
    </svg>
  )
}
