import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** A zxcvbn score from 0 (weak) to 4 (strong). Only the first 100 characters count. */
export function estimateStrength(password: string): number {
  return zxcvbn.check(password.slice(0, 100)).score
}
