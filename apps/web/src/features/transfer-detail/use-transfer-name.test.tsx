import { detail as en } from '@sampan/texts/languages/en/app/detail'
import { detail as zh } from '@sampan/texts/languages/zh/app/detail'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createI18n } from '../../lib/i18n.ts'
import { useTransferName } from './use-transfer-name.ts'

const i18ns = { en: await createI18n('en'), zh: await createI18n('zh') }
i18ns.en.addResourceBundle('en', 'detail', en)
i18ns.zh.addResourceBundle('zh', 'detail', zh)

function Named(transfer: { title: string; fileName: string; fileNumber: number }) {
  return useTransferName()(transfer)
}

test.each([
  ['en', { title: '', fileName: 'pic1.jpg', fileNumber: 20 }, 'pic1.jpg and 19 more'],
  ['zh', { title: '', fileName: 'pic1.jpg', fileNumber: 20 }, 'pic1.jpg 和另外 19 个文件'],
  ['en', { title: '', fileName: 'pic1.jpg', fileNumber: 1 }, 'pic1.jpg'],
  ['en', { title: 'Holiday', fileName: 'pic1.jpg', fileNumber: 20 }, 'Holiday'],
] as const)('T2 %s, %j: several files without a title are not called by the first alone: %s', (language, transfer, name) => {
  const page = (
    <I18nextProvider i18n={i18ns[language]}>
      <Named {...transfer} />
    </I18nextProvider>
  )
  expect(renderToStaticMarkup(page)).toBe(name)
})
