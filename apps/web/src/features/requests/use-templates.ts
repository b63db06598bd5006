/** What the account keeps to ask again (R5). */
import { deleteTemplate, saveTemplate } from '@sampan/contract/routes/request-templates'
import type { RequestTemplate } from '@sampan/contract/routes/requests'
import { useQueryClient } from '@tanstack/react-query'
import { within } from '../../lib/timeout.ts'
import { api } from '../../product/session/api.ts'
import { templatesKey } from './queries.ts'

export function useTemplateChanges() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: templatesKey })
  return {
    /** One of the same name is replaced. */
    save: async (name: string, template: RequestTemplate) => {
      await within((signal) => api.call(saveTemplate, { body: { name, template }, signal }))
      void refresh()
    },
    remove: async (templateId: string) => {
      await within((signal) => api.call(deleteTemplate, { params: { templateId }, signal }))
      await refresh()
    },
  }
}
