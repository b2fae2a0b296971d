/** The six digits of a mail, on a line of their own. */
export const mailedCode = ({ text }: { text: string }): string => /^(\d{6})$/m.exec(text)?.[1] ?? ''
