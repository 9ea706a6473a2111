// Every tool of the server, in the order of the service's document.

import { accountTool } from './account-tool.ts'
import { ASSET_TOOLS } from './asset-tools.ts'
import { CREATE_TOOLS } from './create-tools.ts'
import { JOB_TOOLS } from './job-tools.ts'
import { preflightTool } from './preflight-tool.ts'
import type { Tool } from './tool.ts'

export const TOOLS: readonly Tool[] = [
  accountTool,
  preflightTool,
  ...ASSET_TOOLS,
  ...CREATE_TOOLS,
  ...JOB_TOOLS,
]
