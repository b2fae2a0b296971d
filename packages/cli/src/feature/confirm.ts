import * as ask from '@clack/prompts'

/** Asks in a terminal whether to go on, unless `--yes` is among the words; ends the process if not. */
export async function confirm(message: string, words: readonly string[]): Promise<void> {
  console.log(message)
  const isYes = words.includes('--yes') || process.env.npm_config_yes === 'true'
  if (isYes || !process.stdin.isTTY || !process.stdout.isTTY) return
  if ((await ask.confirm({ message: 'Go on?' })) !== true) process.exit(130)
}
