import { parseAbi } from "viem";

/**
 * The interfaces of the intent service's contracts and of the token standards that it uses; the Solidity is in
 * src/network/contracts. Events and errors are part of them, so that logs and reverts can be read.
 */

const callErrors = ["error CallFailed(uint256 index)", "error TooLittleGas(uint256 index)"] as const;
const tokenErrors = ["error TokenFailed(address token)"] as const;

export const depositoryAbi = parseAbi([
  "struct WithdrawalCall { address to; bytes data; uint256 value; bool allowFailure; }",
  "struct CallRequest { WithdrawalCall[] calls; uint256 nonce; uint256 expiration; }",
  "function depositNative(address depositor, bytes32 id) payable",
  "function depositErc20(address depositor, address token, uint256 amount, bytes32 id)",
  "function depositErc20(address depositor, address token, bytes32 id)",
  "function execute(CallRequest request, bytes signature) returns (bool[] succeeded)",
  "function setAllocator(address next)",
  "function owner() view returns (address)",
  "function allocator() view returns (address)",
  "function nonceUsed(uint256 nonce) view returns (bool)",
  "event RelayNativeDeposit(address from, uint256 amount, bytes32 id)",
  "event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)",
  "event Executed(uint256 indexed nonce, bool[] succeeded)",
  "event AllocatorChanged(address allocator)",
  "error OnlyOwner(address caller)",
  "error NothingDeposited()",
  "error Reentered()",
  "error OrderExpired(uint256 expiration)",
  "error NonceUsed(uint256 nonce)",
  "error WrongSigner(address signer)",
  "error InvalidSignature()",
  "error ForbiddenTarget(uint256 index, address target)",
  ...callErrors,
  ...tokenErrors,
]);

export const routerAbi = parseAbi([
  "struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }",
  "function multicall(Call3Value[] calls, address refundTo, address nftRecipient) payable",
  "function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)",
  "function cleanupNative(uint256 amount, address recipient)",
  "error Reentered()",
  "error ArrayLengthsMismatch()",
  "error RecipientMissing()",
  "error NftRecipientMissing()",
  "error NativeTransferFailed(address recipient)",
  ...callErrors,
  ...tokenErrors,
]);

export const approvalProxyAbi = parseAbi([
  "struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }",
  "function transferAndMulticall(address[] tokens, uint256[] amounts, Call3Value[] calls, address refundTo, address nftRecipient) payable",
  "function router() view returns (address)",
  "error ArrayLengthsMismatch()",
  ...tokenErrors,
]);

export const depositAddressFactoryAbi = parseAbi([
  "function implementation() view returns (address)",
  "function computeDepositAddress(bytes32 salt) view returns (address)",
  "function sweep(bytes32 salt, address[] tokens, bytes32 id)",
  "event Swept(address depositAddress, address token, uint256 amount)",
  "error DeploymentFailed(bytes32 salt)",
]);

export const swapDeskAbi = parseAbi([
  "struct Order { bytes32 id; address tokenIn; uint256 amountIn; address tokenOut; uint256 amountOut; address recipient; uint256 deadline; }",
  "function swap(Order order, bytes signature) payable",
  "function withdrawNative(uint256 amount)",
  "function maker() view returns (address)",
  "function orderUsed(bytes32 id) view returns (bool)",
  "event Swapped(bytes32 indexed id, address tokenIn, uint256 amountIn, address tokenOut, uint256 amountOut, address recipient)",
  "error OnlyMaker(address caller)",
  "error OrderExpired(uint256 deadline)",
  "error OrderUsed(bytes32 id)",
  "error WrongSigner(address signer)",
  "error InvalidSignature()",
  "error RecipientMissing()",
  "error WrongValue(uint256 expected, uint256 got)",
  "error NativeTransferFailed(address recipient)",
  ...tokenErrors,
]);

/** What wrapped native coins (WETH) have beyond ERC-20. */
export const wrappedNativeAbi = parseAbi([
  "function deposit() payable",
  "function withdraw(uint256 value)",
  "event Deposit(address indexed account, uint256 value)",
  "event Withdrawal(address indexed account, uint256 value)",
]);

/** Transfers that the holder signs and another account submits (EIP-3009). */
export const eip3009Abi = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
]);

/** Allowances that the holder signs and another account submits (ERC-2612). */
export const erc2612Abi = parseAbi([
  "function permit(address holder, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "function nonces(address owner) view returns (uint256)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
]);

export const permitTransferAbi = parseAbi([
  "function transferWithPermit(address token, address owner, address to, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "function solver() view returns (address)",
  "error OnlySolver(address caller)",
  ...tokenErrors,
]);

/** Where Uniswap has deployed Permit2 on nearly every EVM chain. */
export const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";

/** The part of Uniswap's Permit2 that moves tokens once by a signature (SignatureTransfer). */
export const permit2Abi = parseAbi([
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "struct SignatureTransferDetails { address to; uint256 requestedAmount; }",
  "function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)",
  "function permitWitnessTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)",
  "function invalidateUnorderedNonces(uint256 word, uint256 mask)",
  "function nonceBitmap(address owner, uint256 word) view returns (uint256)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "error SignatureExpired(uint256 signatureDeadline)",
  "error InvalidNonce()",
  "error InvalidAmount(uint256 maxAmount)",
  "error InvalidSignatureLength()",
  "error InvalidSignature()",
  "error InvalidSigner()",
  "error InvalidContractSignature()",
]);
