/** The command palette: its keys and its button; its code comes when it is first wanted. */
import { dashSendPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'
import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { handOver } from '../features/quick-send/hand-over.ts'
import { loadTexts } from '../lib/i18n.ts'
import { lateChunk } from '../lib/load-chunk.ts'
import classes from './dash-tools.module.css'

const chunk = lateChunk(() => import('../features/palette/palette.tsx'))
const load = () => Promise.all([chunk.load(), loadTexts('palette')])

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Ctrl+K and Cmd+K work while typing too, but not under another dialog. */
function usePaletteKey(onPress: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
      if (!isKey || event.isComposing || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onPress])
}

export function usePalette() {
  const [isWanted, setWanted] = useState(false)
  const [isHere, setHere] = useState(false)
  const open = useCallback(() => {
    setWanted(true)
    load().then(
      () => setHere(true),
      () => setWanted(false),
    )
  }, [])
  const close = useCallback(() => setWanted(false), [])
  usePaletteKey(open)
  return { isOpen: isWanted && isHere, isWanted, open, close }
}

type Props = { user: User; onKeys: () => void; onLogOut: () => Promise<void>; onClose: () => void }

export function OpenPalette(props: Props) {
  const navigate = useNavigate()
  const loaded = chunk.peek()
  const newLink = () => {
    handOver({ sendAs: 'link' })
    void navigate(dashSendPath)
  }
  return loaded && <loaded.Palette {...props} onNewLink={newLink} />
}

export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('dash')
  return (
    <button type="button" className={classes.find} aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
      <Search size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes.findText}>{t('find')}</span>
      <span className={classes.findKey} aria-hidden="true">
        {isMac() ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}
