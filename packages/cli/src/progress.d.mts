export function showProgress(title: string, describe: () => { text: string; share?: number }): () => number
