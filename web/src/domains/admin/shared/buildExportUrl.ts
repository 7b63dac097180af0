/** URL of a CSV file that the browser saves while it downloads. */
export const buildExportUrl = (
  name: 'journal' | 'account' | 'addresses',
  params: Record<string, string> = {},
) => `/api/admin_exports/${name}.csv?${new URLSearchParams(params).toString()}`;
