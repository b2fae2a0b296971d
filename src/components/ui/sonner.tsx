import type { CSSProperties } from 'react'
import { Toaster as Sonner, type ToasterProps } from 'sonner'

const tokens = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'color-mix(in oklab, var(--foreground) 18%, var(--popover))',
  '--border-radius': 'var(--radius-xl)',
  '--toast-icon-margin-start': '0px',
  '--toast-icon-margin-end': '0px',
  '--toast-svg-margin-start': '0px',
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0.75rem',
  '--toast-close-button-transform': 'translateY(0.6875rem)',
} as CSSProperties

/** Sonner in our tokens. Its defaults: bottom right, 356 px wide, 14 px gap, 4 s, at most 3 toasts. */
export function Toaster(props: ToasterProps) {
  return <Sonner style={tokens} {...props} />
}
