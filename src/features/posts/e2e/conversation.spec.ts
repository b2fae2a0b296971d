import { openConversation } from '@plinth/testing/browser/open-conversation.ts'
import { expect, test } from '@plinth/testing/browser/fixtures.ts'
import { languages, tagOf, textIn } from '@plinth/testing/browser/texts.ts'

// Without a feature that has conversations, these are skipped.

for (const language of languages) {
  const t = textIn(language)
  test(
    `commands of a conversation write a post after approval and look up posts: ${language}`,
    tagOf(language),
    async ({ page, enter, user }) => {
      await enter(user)
      const first = await openConversation(page, { language })
      await first.send('/post Kiln opening on Thursday')
      await expect(first.log.getByText(t('posts:chat.approval.create'))).toBeVisible()
      await first.approve.click()
      await expect(first.log.getByRole('link', { name: 'Kiln opening on Thursday' })).toBeVisible()
      const { log } = await openConversation(page, { language })
      await log.getByRole('button', { name: t('posts:chat.posts.title') }).click()
      await expect(log.getByText(t('posts:chat.newest'))).toBeVisible()
      await log.getByRole('link', { name: 'Kiln opening on Thursday' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Kiln opening on Thursday' })).toBeVisible()
    },
  )
}
