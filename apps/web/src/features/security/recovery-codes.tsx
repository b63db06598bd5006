/** Ten codes for when the app is out of reach: shown this once, to be kept in any way. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '../../lib/product-name.ts'
import { copyText } from '../../ui/copy-text.ts'
import classes from './second-step.module.css'
import shared from './security.module.css'

type Props = { codes: string[]; email: string; onDone: () => void }

/** Long enough for the browser to have begun. */
const keepMs = 60_000

function save(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), keepMs)
}

export function RecoveryCodes({ codes, email, onDone }: Props) {
  const { t } = useTranslation('security')
  const [said, setSaid] = useState('')
  const title = t('recoveryFor', { product: productName(), email })
  const text = `${title}\n\n${codes.join('\n')}\n`
  const copy = async () => setSaid(t((await copyText(text)) ? 'recoveryCopied' : 'recoveryNotCopied'))
  return (
    <>
      <p className={shared.intro}>{t('recoveryText')}</p>
      <div className={classes.sheet}>
        <p className={classes.sheetTitle}>{title}</p>
        <ol className={classes.codes} aria-label={t('recoveryTitle')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <p className={shared.said} role="status">
        {said}
      </p>
      <div className={shared.buttons}>
        <Button variant="default" h={46} onClick={copy}>
          {t('recoveryCopy')}
        </Button>
        <Button variant="default" h={46} onClick={() => save(text, 'recovery-codes.txt')}>
          {t('recoverySave')}
        </Button>
        <Button variant="default" h={46} onClick={() => window.print()}>
          {t('recoveryPrint')}
        </Button>
      </div>
      <div className={shared.buttons}>
        <Button h={48} onClick={onDone}>
          {t('recoveryDone')}
        </Button>
      </div>
    </>
  )
}
