import { and, eq, inArray, sql } from 'drizzle-orm'
import { anonymous, isAtLeast, workspaceRoles } from '@plinth/core/access'
import { writeAudit } from '@plinth/core/verb/server'
import { mailUser, withoutAddress } from '@plinth/core/mail/server'
import { type Transaction, member, organization } from '@plinth/core/database/server'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.server.ts'

const GIVEN_UP_AFTER_DAYS = 3

/** Gives up the deliveries that wait for a disabled endpoint. Call it after the endpoint was changed. */
export async function dropWaiting(tx: Transaction, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({
      status: 'failed',
      problem: 'disabled',
      nextAttemptAt: null,
      revision: sql`${webhookDeliveries.revision} + 1`,
    })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'waiting')))
}

/** Disables an endpoint whose attempts have failed for three days, and mails the organization's admins. */
export async function disableFailing(tx: Transaction, endpointId: string): Promise<void> {
  const [disabled] = await tx
    .update(webhookEndpoints)
    .set({ isEnabled: false })
    .where(
      and(
        eq(webhookEndpoints.id, endpointId),
        webhookEndpoints.isEnabled,
        sql`${webhookEndpoints.failingSince} < now() - make_interval(days => ${GIVEN_UP_AFTER_DAYS})`,
      ),
    )
    .returning({ organizationId: webhookEndpoints.organizationId, url: webhookEndpoints.url })
  if (!disabled) return
  const { organizationId, url } = disabled
  await dropWaiting(tx, endpointId)
  await writeAudit(tx, anonymous, {
    action: 'webhook.disable',
    target: { type: 'webhook', id: endpointId },
    organizationId,
  })
  const admins = workspaceRoles.filter((role) => isAtLeast(role, 'admin'))
  const recipients = await tx
    .select({ userId: member.userId, organizationName: organization.name })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.organizationId, organizationId), inArray(member.role, admins)))
  for (const { userId, organizationName } of recipients)
    await mailUser(tx, userId, {
      template: 'webhookDisabled',
      params: { ...withoutAddress, organizationName, host: new URL(url).host },
    })
}
