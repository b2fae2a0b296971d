import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Our own utilities beside Tailwind's, which the library can't know: src/styles/app.css. */
const twMerge = extendTailwindMerge({
  extend: { classGroups: { shadow: ['shadow-float'], animate: ['shown-late'] } },
})

/** Joins class names. A later utility replaces earlier ones that it overrides. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
