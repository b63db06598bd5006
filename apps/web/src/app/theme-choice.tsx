/** Light, dark or as the system has it. */
import { type MantineColorScheme, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './theme-choice.module.css'

const icons = { light: Sun, auto: Monitor, dark: Moon }
const texts = { light: 'themeLight', auto: 'themeSystem', dark: 'themeDark' } as const
const choices: MantineColorScheme[] = ['light', 'auto', 'dark']

/** Keeps the page in the theme that is in force, whoever chose it. */
export function useShownTheme() {
  const computed = useComputedColorScheme()
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  useEffect(() => {
    if (isHydrated) document.documentElement.dataset.theme = computed
  }, [isHydrated, computed])
  // The prerendered page knows no choice: what depends on it waits until the page is hydrated.
  return isHydrated
}

export function ThemeChoice() {
  const { t } = useTranslation('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isHydrated = useShownTheme()

  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">{t('theme')}</legend>
      {choices.map((choice) => {
        const Icon = icons[choice]
        return (
          <label key={choice} className={classes.choice} title={t(texts[choice])}>
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={isHydrated && colorScheme === choice}
              onChange={() => setColorScheme(choice)}
              aria-label={t(texts[choice])}
            />
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </label>
        )
      })}
    </fieldset>
  )
}
