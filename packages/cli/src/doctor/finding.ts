export type Finding = { name: string; ok: boolean; says: string; mend?: string }

export const good = (name: string, says: string): Finding => ({ name, ok: true, says })
export const bad = (name: string, says: string, mend: string): Finding => ({ name, ok: false, says, mend })
