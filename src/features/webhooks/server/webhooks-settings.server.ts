import { z } from 'zod'
import { type Env, defineSettings, retentionDays } from '@plinth/core/server'

export const webhooksSettings = defineSettings({
  WEBHOOKS_ALLOW_LOOPBACK: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((value) => value === 'true'),
  RETENTION_DAYS_WEBHOOKS: retentionDays(30),
})

/** Whether webhooks may go to this machine: only if the setting allows it, and only in local mode. */
export const allowsLoopback = ({ isLocal }: Env): boolean =>
  isLocal && webhooksSettings.read().WEBHOOKS_ALLOW_LOOPBACK
