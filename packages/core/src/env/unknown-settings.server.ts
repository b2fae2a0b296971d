import { closestName } from '#/lib/closest-name.ts'
import { readEnvFile } from './env-file.server.ts'

type UnknownSetting = { name: string; isInFile: boolean; meant: string | undefined }

/**
 * Returns the variables that look like settings but are none of `known`: every other one in `.env`, and in
 * the environment, which other programs share, those one typing error away from a known one.
 */
export function unknownSettings(known: readonly string[]): UnknownSetting[] {
  const inFile = Object.keys(readEnvFile())
  const isUnknown = (name: string) => !known.includes(name) && !/^(AWS|OTEL|VITE)_/.test(name)
  return [...new Set([...inFile, ...Object.keys(process.env)])].filter(isUnknown).flatMap((name) => {
    const isInFile = inFile.includes(name)
    const meant = closestName(name, known, isInFile ? 3 : 1)
    return isInFile || meant !== undefined ? [{ name, isInFile, meant }] : []
  })
}
