import { MantineProvider } from '@mantine/core'
import type { AdminReported } from '@sampan/contract/routes/admin-decisions'
import { admin as en } from '@sampan/texts/languages/en/app/admin'
import { admin as zh } from '@sampan/texts/languages/zh/app/admin'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { Reported } from './reports.tsx'
import type { useAct } from './use-act.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'admin', en)
i18ns.zh.addResourceBundle('zh', 'admin', zh)

const reported = {
  ...({ _id: 'a', kind: 'transfer', slug: 'Quay', title: 'invoice.pdf', senderEmail: 'mei@example.com' } as const),
  ...{ reports: 1, latestAt: 0 },
}

const drawn = (language: keyof typeof i18ns, row: Pick<AdminReported, 'state' | 'isDown' | 'restorableUntil'>) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <I18nextProvider i18n={i18ns[language]}>
        <Reported
          row={{ ...reported, ...row, reasons: ['phishing'] }}
          acts={{ busy: null } as unknown as ReturnType<typeof useAct>}
          onTakeDown={() => {}}
        />
      </I18nextProvider>
    </MantineProvider>,
  )
  const buttons = [...html.matchAll(/mantine-Button-label[^>]*>([^<]*)</g)].map(([, text]) => text)
  return { text: html.replaceAll(/<[^>]*>/g, ' '), buttons }
}

const words = {
  en: { bin: /Deleted by its owner; can be brought back until .*1970/, gone: 'Deleted for good.' },
  zh: { bin: /所有者已将其删除，1970.* 之前仍可恢复/, gone: '已彻底删除。' },
}
test.each(['en', 'zh'] as const)(
  'O11 D7 %s: a report of what lies in the bin says so, and can be acted upon as any other',
  (language) => {
    const { showReports, takeDown, putBack, dismiss } = { en, zh }[language]
    const until = 86_400_000
    const bin = drawn(language, { state: 'deleted', isDown: false, restorableUntil: until })
    expect(bin.buttons).toEqual([showReports, takeDown, dismiss])
    expect(bin.text).toMatch(words[language].bin)
    const down = drawn(language, { state: 'deleted', isDown: true, restorableUntil: until })
    expect(down.buttons).toEqual([showReports, putBack])
    expect(down.text).toMatch(words[language].bin)
    const gone = drawn(language, { state: 'deleted', isDown: false, restorableUntil: null })
    expect(gone.buttons).toEqual([showReports, dismiss])
    expect(gone.text).toContain(words[language].gone)
    expect(drawn(language, { state: 'active', isDown: false, restorableUntil: null }).buttons).toEqual([
      showReports,
      takeDown,
      dismiss,
    ])
  },
)
