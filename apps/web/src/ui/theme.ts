/** The component library in the design's values: its variables point at the tokens, so one place decides. */
import { Button, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const lacquer: MantineColorsTuple = [
  '#fcebe6',
  '#f8d3ca',
  '#f0a899',
  '#ea7d68',
  '#f0654e',
  '#d94a33',
  '#c8351f',
  '#a82815',
  '#8a2012',
  '#6c190e',
]

export const theme = createTheme({
  primaryColor: 'lacquer',
  primaryShade: { light: 6, dark: 4 },
  colors: { lacquer },
  fontFamily: 'var(--text)',
  headings: { fontFamily: 'var(--display)', fontWeight: '560' },
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '20px', xl: '32px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_, props) => ({
        root: !props.variant || props.variant === 'filled' ? { '--button-color': 'var(--on-action)' } : {},
      }),
    }),
  },
})

export const cssVariables: CSSVariablesResolver = () => {
  const ours = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--lacquer)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-lacquer-filled': 'var(--action)',
    '--mantine-color-lacquer-filled-hover': 'var(--action-deep)',
    '--mantine-color-lacquer-light': 'var(--lacquer-wash)',
    '--mantine-color-lacquer-light-color': 'var(--lacquer-deep)',
    '--mantine-color-lacquer-text': 'var(--lacquer)',
    '--mantine-color-lacquer-outline': 'var(--lacquer)',
    '--mantine-color-anchor': 'var(--lacquer)',
  }
  return { variables: {}, light: ours, dark: ours }
}
