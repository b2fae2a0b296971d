import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TextLanguage } from '#/lib/text-language.ts'

export type LabelledPassage = { language: TextLanguage; text: string }
/** A question, the index of the passage it was written for, and the half of the articles that has it. */
export type LabelledQuestion = {
  language: TextLanguage
  text: string
  passage: number
  half: 'tuned' | 'reported'
}

/** Data sets in SQuAD's format with their language. For measuring only, never part of the product. */
const sets: readonly (readonly [string, TextLanguage])[] = [
  ['xquad.en.json', 'en'],
  ['xquad.de.json', 'de'],
  ['xquad.es.json', 'es'],
  ['faquad.json', 'pt'],
]

type Squad = { data: { title?: string; paragraphs: { context: string; qas: { question: string }[] }[] }[] }

/**
 * Reads the labeled questions in RETRIEVAL_DATA, by default a folder next to the project; undefined if they
 * are missing. Every other article is for tuning.
 */
export function readLabelledData():
  | { passages: LabelledPassage[]; questions: LabelledQuestion[] }
  | undefined {
  const folder = path.resolve(process.env.RETRIEVAL_DATA ?? '../shared/data/retrieval')
  if (!sets.every(([file]) => existsSync(path.join(folder, file)))) return undefined
  const passages: LabelledPassage[] = []
  const questions: LabelledQuestion[] = []
  for (const [file, language] of sets) {
    const { data } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Squad
    for (const [number, { paragraphs }] of data.entries()) {
      for (const { context, qas } of paragraphs) {
        const half = number % 2 === 0 ? 'tuned' : 'reported'
        questions.push(
          ...qas.map(
            ({ question }) => ({ language, text: question, passage: passages.length, half }) as const,
          ),
        )
        passages.push({ language, text: context })
      }
    }
  }
  return { passages, questions }
}
