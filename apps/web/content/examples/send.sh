SERVER={origin}
FILE=report.pdf
AUTH="Authorization: Bearer $SAMPAN_TOKEN"
JSON="Content-Type: application/json"

ID=$(curl -sf "$SERVER/api/token" -H "$AUTH" | jq -r .userId)
TICKET="Authorization: Bearer $(curl -sf "$SERVER/stsAuth" -H "$AUTH" -H "$JSON" \
  -d "{\"id\": \"$ID\", \"type\": \"userUpload\"}" | jq -r .SecurityToken)"

PLAN=$(curl -sf "$SERVER/api/uploads" -H "$TICKET" -H "$JSON" \
  -d "{\"files\": [{\"path\": \"$FILE\", \"size\": $(wc -c < "$FILE")}]}")
UPLOAD=$(echo "$PLAN" | jq -r .uploadId)
SLUG=$(echo "$PLAN" | jq -r .slug)
BLOB=$(echo "$PLAN" | jq -r '.blobs[0].blobId')

# A small file goes as one part; larger ones are cut at blobs[0].partSize.
CRC=$(gzip -c "$FILE" | tail -c 8 | od -An -N4 -tx4 | tr -d ' ')
curl -sf -X PUT "$SERVER/api/uploads/$UPLOAD/blobs/$BLOB?offset=0" -H "$TICKET" \
  -H "Content-Type: application/octet-stream" -H "X-Part-Crc32: $CRC" --data-binary "@$FILE"

curl -sf "$SERVER/quicksend2" -H "$AUTH" -H "$JSON" \
  -d "{\"slug\": \"$SLUG\", \"sendAs\": \"link\"}" | jq -r .linkUrl
