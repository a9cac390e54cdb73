<?php
// One long-lived process that parses JSON lines: {"text": "...", "include": false} -> {"html": "...", "calls": [...]}.
// Run with MW_CONFIG_FILE naming the settings of an installed wiki. Nothing is saved.

require_once getenv( 'MLWIKI_MEDIAWIKI' ) . '/maintenance/Maintenance.php';

use MediaWiki\MediaWikiServices;

class ParseLines extends Maintenance {
	/** @var array ref and references tags in the order in which the wiki calls their hooks */
	private $calls = [];
	/** @var int nesting of ref hooks: what is called inside a ref is text to the reader */
	private $depth = 0;
	/** @var string what {{:Included}} holds */
	private $included = '';

	// Templates that the generated pages call; any other one shows nothing but its name, in a tag as the templates of
	// citations have one, so that its words never lengthen an address before it.
	private const TEMPLATES = [
		'box' => '[{{{1|}}}/{{{2|}}}/{{{a|}}}]',
		'drop' => '',
		'twice' => '{{{1|}}}{{{1|}}}',
		'r' => '{{#tag:ref||name={{{1|}}}}}',
		'reflist' => '{{#tag:references|{{{refs|}}}|group={{{group|}}}}}',
	];

	public function execute() {
		$parser = MediaWikiServices::getInstance()->getParserFactory()->create();
		$title = Title::newFromText( 'Probe' );
		$options = ParserOptions::newFromAnon();
		$options->setTemplateCallback( function ( $wanted ) {
			$name = mb_strtolower( $wanted->getText() );
			$text = $wanted->getNamespace() === NS_MAIN && $name === 'included'
				? $this->included
				: ( self::TEMPLATES[$name] ?? "<span>($name)</span>" );
			return [ 'text' => $text, 'finalTitle' => $wanted, 'deps' => [] ];
		} );
		$parser->parse( '', $title, $options );
		foreach ( [ 'ref', 'references' ] as $tag ) {
			$this->listen( $parser, $tag );
		}
		print "ready\n";
		while ( ( $line = fgets( STDIN ) ) !== false ) {
			$asked = json_decode( $line, true );
			$this->calls = [];
			$this->depth = 0;
			$text = $asked['text'];
			if ( !empty( $asked['include'] ) ) {
				$this->included = $text;
				$text = '{{:Included}}';
			}
			try {
				$output = $parser->parse( $text, $title, $options );
				$html = $output->getText( [ 'enableSectionEditLinks' => false, 'wrapperDivClass' => '' ] );
				$answer = [ 'html' => $html, 'calls' => $this->calls ];
			} catch ( Throwable $error ) {
				$answer = [ 'error' => get_class( $error ) . ': ' . $error->getMessage() ];
			}
			print json_encode( $answer, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE ) . "\n";
			flush();
		}
	}

	private function listen( Parser $parser, string $tag ): void {
		$own = null;
		$own = $parser->setHook( $tag, function ( $text, $given, $parser, $frame ) use ( $tag, &$own ) {
			if ( $this->depth === 0 || $tag === 'references' ) {
				$this->calls[] = [ $tag, $text, (object)$given ];
			}
			$this->depth += $tag === 'ref' ? 1 : 0;
			$shown = $own( $text, $given, $parser, $frame );
			$this->depth -= $tag === 'ref' ? 1 : 0;
			return $shown;
		} );
	}
}

$maintClass = ParseLines::class;
require_once RUN_MAINTENANCE_IF_MAIN;
