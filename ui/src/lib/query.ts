import { QueryClient } from '@tanstack/vue-query'
import { ApiError } from '../api/http'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      refetchOnWindowFocus: true,
      // What the server refused it will refuse again; what did not arrive may arrive.
      retry: (times, failure) => times < 2 && !(failure instanceof ApiError),
    },
  },
})
