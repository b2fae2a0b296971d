import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { startModelServer, type ModelServer } from '@plinth/testing/servers/model-server.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

export type ChatApp = {
  app: AppUnderTest
  model: ModelServer
  ada: HttpClient
}

/** A model server that ends with the file, and the setting that makes an application use it. */
export async function openModel(): Promise<{ model: ModelServer; env: { AI_MODEL: string } }> {
  const model = await startModelServer()
  atEnd(() => model.close())
  return { model, env: { AI_MODEL: `compatible:test-model@${model.url}` } }
}

/** The built application with a scripted language model and a signed-in client of Ada. Ends with the file. */
export async function openChatApp(): Promise<ChatApp> {
  const { model, env } = await openModel()
  const app = await openApp(env)
  const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  return { app, model, ada }
}
