import { clsx, type ClassValue } from 'clsx'

/** Joins class names; later ones do not undo earlier ones, so a component's variants must not overlap. */
export const cn = (...classes: ClassValue[]): string => clsx(classes)
