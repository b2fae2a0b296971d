type Cadence =
  | { key: 'everyMinutes'; params: { minutes: number } }
  | { key: 'hourly'; params: { minute: string } }
  | { key: 'daily'; params: { time: string } }

/** When a job runs: every few minutes, each hour or each day. Undefined for any other cron expression. */
export function cadenceOf(cron: string): Cadence | undefined {
  const [, step, minute, hour = '*'] =
    /^(?:(?:\*|\d+-\d+)\/(\d+)(?= \*)|(\d+)) (\*|\d+) \* \* \*$/.exec(cron) ?? []
  if (step) return { key: 'everyMinutes', params: { minutes: Number(step) } }
  if (!minute) return undefined
  const at = minute.padStart(2, '0')
  return hour === '*'
    ? { key: 'hourly', params: { minute: at } }
    : { key: 'daily', params: { time: `${hour.padStart(2, '0')}:${at}` } }
}
