/** Single keys that do something anywhere in the logged-in area; whoever is hindered by them turns them off (WCAG 2.1.4). */
import { Button } from '@mantine/core'
import { dashSendPath } from '@sampan/contract/paths'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '../ui/dialog.tsx'
import classes from './dash-shell-keys.module.css'

const switchName = 'keys'

function readSwitch(): boolean {
  try {
    return localStorage.getItem(switchName) !== 'off'
  } catch {
    return true
  }
}

function writeSwitch(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(switchName)
    else localStorage.setItem(switchName, 'off')
  } catch {}
}

/** Keys belong to what is being typed into, and to what lies over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (document.querySelector('dialog[open]')) return true
  return (
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null
  )
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')
  search?.focus()
  search?.select()
  return search !== null
}

export function useDashKeys(onHelp: () => void) {
  const navigate = useNavigate()
  const help = useRef(onHelp)
  help.current = onHelp
  useEffect(() => {
    const acts: Record<string, () => boolean | void> = {
      '/': focusSearch,
      n: () => void navigate(dashSendPath),
      '?': () => help.current(),
    }
    const press = (event: KeyboardEvent) => {
      const act = acts[event.key]
      if (!act || isTaken(event) || !readSwitch()) return
      if (act() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])
}

const keys = [
  ['/', 'keySearch'],
  ['n', 'keyNew'],
  ['Esc', 'keyClose'],
  ['?', 'keyHelp'],
] as const

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dash')
  const [isOn, setOn] = useState(readSwitch)
  const change = (next: boolean) => {
    setOn(next)
    writeSwitch(next)
  }
  return (
    <Dialog title={t('keys')} onClose={onClose}>
      <dl className={classes.keys}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.foot}>
        <label>
          <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
          {t('keysOn')}
        </label>
        <Button variant="default" h={44} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
