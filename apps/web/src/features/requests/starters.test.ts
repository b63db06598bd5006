import { template } from '@sampan/contract/routes/requests'
import { expect, test } from 'vitest'
import { changeLanguage, createI18n, loadTexts } from '../../lib/i18n.ts'
import { startersIn } from './starters.ts'

const i18n = await createI18n('en')
await loadTexts('asking')

test.each(['en', 'zh'] as const)(
  'R5 what everybody can begin with is a template that the server takes (%s)',
  async (language) => {
    await changeLanguage(i18n, language)
    const starters = startersIn(i18n.getFixedT(language, 'asking'))
    expect(starters).toHaveLength(3)
    for (const { name, template: begun } of starters) {
      expect(template.parse(begun)).toMatchObject({ title: name, takesOtherFiles: true })
      expect(begun.documents.length).toBeGreaterThan(3)
      expect(begun.documents.some(({ isRequired }) => isRequired)).toBe(true)
      expect(begun.documents.map(({ name: document }) => document).join()).not.toMatch(/[?？]/)
    }
  },
)
