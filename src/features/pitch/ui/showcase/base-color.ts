import mark from '#/mark.svg?raw'

/** The color of the mark's base. */
export const baseColor = / fill="(#\w+)"/.exec(mark)?.[1] ?? 'var(--brand)'
