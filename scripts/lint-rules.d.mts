export const coreOrder: readonly string[]
