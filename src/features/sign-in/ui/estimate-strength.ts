import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/**
 * 0 (guessed at once) to 4 (out of reach), by zxcvbn. Long texts are judged by their first 100 characters.
 */
export function estimateStrength(password: string): number {
  return zxcvbn.check(password.slice(0, 100)).score
}
