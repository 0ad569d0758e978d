import { ref } from 'vue'
import { remember } from './stored'

export type Theme = 'dark' | 'light'

export const theme = ref<Theme>(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme.value
  remember('theme', theme.value)
}
