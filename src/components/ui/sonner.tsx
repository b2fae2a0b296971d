import type { CSSProperties } from 'react'
import { Toaster as Sonner, type ToasterProps } from 'sonner'

const tokens = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius-xl)',
} as CSSProperties

/** Sonner in our tokens. Its defaults: bottom right, 356 px wide, 14 px gap, 4 s, at most 3 toasts. */
export function Toaster(props: ToasterProps) {
  return <Sonner style={tokens} {...props} />
}
