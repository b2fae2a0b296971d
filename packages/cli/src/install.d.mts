export function isLinked(): boolean
