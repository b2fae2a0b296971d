import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { workspaceSwitch } from '../registry/layout.ts'

/** The name of the active workspace, with its logo. */
export function WorkspaceName({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  return workspaceSwitch ? <workspaceSwitch.Name viewer={viewer} /> : t('app:workspace.personal')
}
